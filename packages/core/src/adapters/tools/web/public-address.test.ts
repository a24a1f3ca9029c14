import { expect, test } from 'vitest'
import { isPublicAddress } from './public-address.ts'

test.each([
  ['127.0.0.1', '127.8.8.8', '0.0.0.0', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254'],
  ['100.64.0.1', '198.18.0.1', '224.0.0.1', '255.255.255.255', '192.0.2.1', '203.0.113.9'],
  ['::1', '::', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::127.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::', 'fd00::1'],
  ['fe80::1', 'fe80::1%eth0', 'ff02::1', '2001:db8::1', 'localhost', '', '1.2.3', '0x7f.1'],
])('%s and the others of its line are not fetched from', (...addresses) => {
  expect(addresses.filter(isPublicAddress)).toEqual([])
})

test('the open net is', () => {
  const open = ['8.8.8.8', '1.1.1.1', '172.15.0.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1']
  expect(open.filter((address) => !isPublicAddress(address))).toEqual([])
})
