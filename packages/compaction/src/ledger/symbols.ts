/** Names that a piece of written code defines, by the keywords of the common languages. */

const DEFINITIONS = [
  /^\s*(?:export\s+)?(?:default\s+)?(?:async\s+)?(?:function\*?|class|interface|type|enum|struct|trait|impl|mod|namespace|def|fn|module|record|protocol)\s+([A-Za-z_$][\w$]*)/gm,
  /^\s*(?:pub(?:\([a-z]+\))?\s+)(?:async\s+)?(?:fn|struct|enum|trait|mod|const|static|type)\s+([A-Za-z_]\w*)/gm,
  /^\s*(?:export\s+)?(?:const|let|var|static)\s+([A-Za-z_$][\w$]*)\s*(?::[^=\n]+)?=/gm,
  /^(?:export\s+)?(?:const|let|var)\s+([A-Za-z_$][\w$]*)/gm,
  /^func\s+(?:\([^)\n]*\)\s*)?([A-Za-z_]\w*)/gm,
  /^\s*(?:public|private|protected|internal)\s+(?:static\s+)?(?:final\s+)?[\w<>[\],.]+\s+([A-Za-z_]\w*)\s*\(/gm,
]

/** In order of the patterns, then of appearance; names of one or two letters say nothing. */
export const definedNames = (code: string): readonly string[] => {
  const names = new Set<string>()
  for (const pattern of DEFINITIONS) {
    for (const [, name = ''] of code.matchAll(pattern)) if (name.length > 2) names.add(name)
  }
  return [...names]
}
