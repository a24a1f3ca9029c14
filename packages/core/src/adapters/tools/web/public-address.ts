/** Which addresses a fetch may go to: none of this machine, of the networks around it, or of what clouds tell their machines. Pure but for node's own parser. */
import { BlockList, isIP } from 'node:net'

/** Says of a resolved address whether it may be connected to. */
export type AddressCheck = (address: string) => boolean

/** IANA's special-purpose registries: everything in them but what is globally reachable. */
const PRIVATE_V4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
]
/** `::/8` holds the loopback and every way of writing an IPv4 address as an IPv6 one; `64:ff9b::` and `2002::` lead to IPv4 ones. */
const PRIVATE_V6 = [
  ...['::/8', '64:ff9b::/16', '100::/64', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20', '5f00::/16'],
  ...['fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
]

const listOf = (family: 'ipv4' | 'ipv6', networks: readonly string[]): BlockList => {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    list.addSubnet(address, Number(prefix), family)
  }
  return list
}

const V4 = listOf('ipv4', PRIVATE_V4)
const V6 = listOf('ipv6', PRIVATE_V6)

export const isPublicAddress: AddressCheck = (address) => {
  const family = isIP(address)
  if (family === 4) return !V4.check(address, 'ipv4')
  return family === 6 && !V6.check(withoutZone(address), 'ipv6')
}

const withoutZone = (address: string): string => address.split('%')[0] ?? address
