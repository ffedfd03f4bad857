/** Nothing at this address. */
import { html } from '../parts/html.ts'
import { mountPage } from '../parts/mount.ts'

mountPage(
  () => html`<div class="stack">
    <h1>There is nothing at this address</h1>
    <p><a href="/">Audit a site</a>, or look at <a href="/rules">the rules</a>.</p>
  </div>`,
)
