/** The signature of a webhook, by which its receiver knows that it is ours and that it is not an old one. */
import { createHmac } from 'node:crypto'

/** The value of X-Signature: `t=UNIXSECONDS,v1=HEX`, HEX the HMAC-SHA256 of `t + "." + body` under the secret. */
export function signWebhook(secret: string, body: string, nowMs: number): string {
  const t = Math.floor(nowMs / 1000)
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`
}
