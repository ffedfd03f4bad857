import { describe, expect, it } from 'vitest'
import { parseConnectTo, parseNetworks, parsePorts } from '#src/fetch/settings.ts'

describe('parseConnectTo', () => {
  it('reads entries as curl does, empty parts for any', () => {
    expect(
      parseConnectTo('a.example:443:127.0.0.1:8443, :80:[::1]:8080,::b.example:,A.Example.::[2001:DB8::1]:1'),
    ).toEqual([
      { host1: 'a.example', port1: 443, host2: '127.0.0.1', port2: 8443 },
      { host1: null, port1: 80, host2: '::1', port2: 8080 },
      { host1: null, port1: null, host2: 'b.example', port2: null },
      { host1: 'a.example', port1: null, host2: '2001:db8::1', port2: 1 },
    ])
    expect(parseConnectTo('')).toEqual([])
  })

  it.each(['a.example', 'a.example:443', 'a:b:c:d', 'a:1:b:70000', 'a:0:b:1', '2001:db8::1:80:b:80', 'a b:1:c:2'])(
    'refuses "%s" with one sentence that names it',
    (text) => expect(() => parseConnectTo(text)).toThrow(/^"[^\n]+" (is no|is not|in)[^\n]+\.$/),
  )
})

describe('parseNetworks', () => {
  it('reads networks, and addresses as networks of one', () => {
    expect(parseNetworks('10.0.0.0/8, fd00::/8,127.0.0.1,::1')).toEqual([
      '10.0.0.0/8',
      'fd00::/8',
      '127.0.0.1/32',
      '::1/128',
    ])
  })

  it.each(['10.0.0.0/33', '10/8', 'localhost', 'fd00::/129', '10.0.0.0/', '10.0.0.0/a'])('refuses "%s"', (text) => {
    expect(() => parseNetworks(text)).toThrow(`"${text}" is no network in CIDR form.`)
  })
})

describe('parsePorts', () => {
  it('reads ports', () => expect(parsePorts('8080, 8443')).toEqual([8080, 8443]))
  it.each(['0', '65536', '80a', '-1', '1.5'])('refuses "%s"', (text) => {
    expect(() => parsePorts(text)).toThrow(`"${text}" is no port`)
  })
})
