/** Puts a page into the frame. */
import { onKeyNeeded } from './api.ts'
import { html, render, type VNode } from './html.ts'
import { KeyForm, offerToForget } from './key-form.ts'

/**
 * @param Page the component of the page; it has the one h1
 */
export function mountPage(Page: () => VNode | null): void {
  const main = document.getElementById('main')
  if (!main) return
  main.replaceChildren()
  onKeyNeeded(askOnce(main))
  offerToForget()
  render(html`<${Page} />`, main)
}

/** Whatever calls need a key at the same time, it is asked for once, in the place of the page. */
function askOnce(main: HTMLElement): () => Promise<void> {
  let asking: Promise<void> | null = null
  return () => {
    asking ??= new Promise<void>((resolve) => {
      const place = document.createElement('div')
      main.hidden = true
      main.id = 'page'
      place.id = 'main'
      place.setAttribute('role', 'main')
      main.after(place)
      const done = () => {
        render(null, place)
        place.remove()
        main.id = 'main'
        main.hidden = false
        asking = null
        offerToForget()
        resolve()
      }
      render(html`<${KeyForm} onDone=${done} />`, place)
    })
    return asking
  }
}

/** The title of the window, where the page knows better than its frame. */
export function setTitle(title: string): void {
  document.title = `${title} - Sitemap auditor`
}
