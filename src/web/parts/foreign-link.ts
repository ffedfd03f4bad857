/** A URL of somebody else's site: shown as it is, a link only where a browser would go to a page. */
import { html } from './html.ts'

/** @param text what is shown instead of the URL */
export function ForeignLink({ url, text = url }: { url: string; text?: string }) {
  const isWeb = ['http:', 'https:'].includes(URL.parse(url)?.protocol ?? '')
  if (!isWeb) return html`<span class="url mono">${text}</span>`
  return html`<a class="url mono" href=${url} rel="noreferrer noopener nofollow" target="_blank">${text}</a>`
}
