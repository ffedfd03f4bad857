import { describe, expect, it } from 'vitest'
import { isPrivateHost } from '#src/values/private-host.ts'
import { isPublicAddress } from '#src/values/public-address.ts'

describe('isPublicAddress', () => {
  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '172.15.255.255',
    '172.32.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '192.0.1.1',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2606:4700::1111',
    '[2a00:1450::1]',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
    '2002:808:808::1',
    // Teredo: server 8.8.8.8, client 8.8.4.4 inverted.
    '2001:0:808:808:0:ffff:f7f7:fbfb',
  ])('takes %s as globally routable', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.5',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.7',
    '203.0.113.9',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fdff::1',
    'fec0::1',
    'ff02::1',
    '100::1',
    '2001:db8::1',
    '2001:2::1',
    '2001:10::1',
    '2001:20::1',
    '3fff::1',
    '5f00::1',
    '4000::1',
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '::ffff:0:127.0.0.1',
    '::10.0.0.1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::808:808',
    '64:ff9b:1::a00:1',
    '2002:7f00:1::1',
    '2002:a00:1::1',
    // Teredo with a private server, and with a private client.
    '2001:0:a00:1:0:ffff:f7f7:fbfb',
    '2001:0:808:808:0:ffff:80ff:fffe',
    'not an address',
    '',
  ])('takes "%s" as not globally routable', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})

describe('isPrivateHost', () => {
  it.each([
    'localhost',
    'LOCALHOST',
    'localhost.',
    'app.localhost',
    'app.localhost.',
    'intranet',
    'printer.local',
    'a.test',
    'a.invalid',
    'metadata.google.internal',
    'router.home.arpa',
    'nas.lan',
    '127.0.0.1',
    '127.0.0.1.',
    '127.1',
    '0x7f.1',
    '0177.0.0.1',
    '2130706433',
    '[::1]',
    '::1',
    '[::ffff:169.254.169.254]',
    '[::ffff:a9fe:a9fe]',
    '[64:ff9b::a9fe:a9fe]',
    '10.0.0.5',
    '\uFF11\uFF12\uFF17.0.0.1',
    'LOCALHOST\u3002',
  ])('takes %s as private', (host) => {
    expect(isPrivateHost(host)).toBe(true)
  })

  it.each([
    'example.com',
    'a.example',
    'a.example.',
    'localhost.example',
    'mylocalhost.example',
    'test.example',
    'local.example',
    'contest.example',
    '8.8.8.8',
    '[2606:4700::1111]',
    'xn--bcher-kva.example',
  ])('takes %s as public', (host) => {
    expect(isPrivateHost(host)).toBe(false)
  })

  it('says nothing of what is no host', () => {
    for (const text of ['', 'a b', 'a.example/path', 'user@a.example', 'a.example:80'])
      expect(isPrivateHost(text), text).toBe(false)
  })
})
