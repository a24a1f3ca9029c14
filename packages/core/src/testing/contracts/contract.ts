/** One promise of a port, as a test that any implementation can run: `for (const { name, run } of suite) test(name, run)`. */
export type ContractCase = { readonly name: string; readonly run: () => Promise<void> }
