import { html } from '../parts/html.ts'
import { mountPage } from '../parts/mount.ts'

mountPage(() => html`<h1>batch</h1>`)
