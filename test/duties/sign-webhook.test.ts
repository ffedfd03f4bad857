import { expect, test } from 'vitest'
import { signWebhook } from '#src/duties/sign-webhook.ts'
import { readProjectFile } from '#test/support/source-files.ts'

test('a signature is that of RFC 2104 over the time, a full stop and the body', () => {
  // By: printf '1700000000.{"a":1}' | openssl dgst -sha256 -hmac secret
  expect(signWebhook('secret', '{"a":1}', 1_700_000_000_999)).toBe(
    't=1700000000,v1=49f24e537407743fa4a0242bb63b94b9a47ee99cbbe071ccd8a22550ae411686',
  )
})

test('the receiver of the README takes what is signed, and nothing that is changed, old, or signed with another key', async () => {
  const [, code = ''] = /```js\n([\s\S]*?isFromAuditor[\s\S]*?)```/.exec(readProjectFile('README.md')) ?? []
  const { isFromAuditor } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  const body = '{"event":"audit.succeeded","audit":{"domain":"bücher.example"}}'
  const signature = signWebhook('key', body, Date.now())
  expect(isFromAuditor(signature, Buffer.from(body), 'key')).toBe(true)
  expect(isFromAuditor(signature, Buffer.from(`${body} `), 'key')).toBe(false)
  expect(isFromAuditor(signature, Buffer.from(body), 'other')).toBe(false)
  expect(isFromAuditor(signWebhook('key', body, Date.now() - 400_000), Buffer.from(body), 'key')).toBe(false)
  for (const nonsense of ['', 'x', 't=1', 'v1=00', `${signature}00`]) {
    expect(isFromAuditor(nonsense, Buffer.from(body), 'key')).toBe(false)
  }
})
