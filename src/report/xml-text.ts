/** Foreign text inside HTML and XML. */
import { printable } from './printable.ts'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
/** No characters of XML 1.0 (2.2), though Unicode has them; C0 and half pairs are gone by then. */
const NONCHARACTERS = /[\ufffe\uffff]/g

/** For text and for values in quotes alike. Always characters that XML 1.0 knows. */
export function escapeXml(text: string): string {
  return printable(text)
    .replace(NONCHARACTERS, '\ufffd')
    .replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char)
}
