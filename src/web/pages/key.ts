/** In the place of what was asked for without a key. */
import { html } from '../parts/html.ts'
import { KeyForm } from '../parts/key-form.ts'
import { mountPage } from '../parts/mount.ts'

mountPage(() => html`<${KeyForm} onDone=${() => location.reload()} />`)
