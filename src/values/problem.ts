/** Problems as they are told (RFC 9457), whoever has them. */
import type { Problem } from '../model/audit.ts'

/** Each kind has a URI of its own, made of its code. */
export function toProblem(code: string, status: number, title: string, detail: string): Problem {
  return { type: `urn:sitemap-auditor:problem:${code}`, title, status, detail, code }
}
