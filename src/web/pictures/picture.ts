/** The frame of a picture: its name, what it shows in a sentence, and the numbers behind it. */
import { type ComponentChildren, html, type VNode } from '../parts/html.ts'

interface Props {
  title: string
  /** What somebody would say who has looked at it. */
  says: ComponentChildren
  /** The same as a table, where the picture itself does not have every number as text. */
  table?: VNode | null
  children?: ComponentChildren
}

export function Picture({ title, says, table = null, children }: Props) {
  return html`<figure class="picture panel">
    <figcaption>
      <h3>${title}</h3>
      <p class="hint">${says}</p>
    </figcaption>
    ${children}
    ${table && html`<details class="numbers"><summary>The numbers</summary>${table}</details>`}
  </figure>`
}
