/** What the rules of images and videos share about one document: each element is read once, however many rules ask. */
import type { At, DocumentContext, Entry, Item, Value } from '../model/document.ts'
import { isPlainUrl } from '../values/escape-url.ts'
import { createBreakWatch } from './break-watch.ts'
import { type DefinedRule, defineRule, type Hooks, type Report, type RuleData } from './define-rule.ts'
import { createDispatcher, createShare, type Dispatcher } from './share.ts'

/** An image:image or video:video with its tags by local name. */
export interface ExtensionItem {
  entry: Entry
  item: Item
  /** The child that counts of each name: the first that says something, else the first. */
  tags: ReadonlyMap<string, Item>
  /** Second and further children of a name. */
  repeats: readonly Item[]
  /** XML breaks inside it: what it was to hold is not known. */
  isBroken: boolean
  /** Local names of children that lost their prefix, which is told of each as element-unexpected. */
  strays: readonly string[]
}

export type ItemKind = 'images' | 'videos'

interface ItemDesk {
  judges: Dispatcher<ExtensionItem>
  faults: NonNullable<Hooks['faults']>
  read(entry: Entry): void
}

const attach: Record<ItemKind, (document: DocumentContext, user: string) => ItemDesk> = {
  images: createShare(() => createDesk('images')),
  videos: createShare(() => createDesk('videos')),
}

/** A rule that judges one image or video at a time. Images that are plainly right are left out. */
export function defineItemRule<const M extends Record<string, string>>(
  kind: ItemKind,
  data: RuleData<M>,
  judge: (it: ExtensionItem, report: Report<M>, document: DocumentContext) => void,
): DefinedRule {
  return defineRule(data, ({ report, document }) => {
    if (document === undefined) return {}
    const desk = attach[kind](document, data.id)
    const seat = desk.judges.add((it) => judge(it, report, document))
    const hooks: Hooks = { end: seat.rethrow }
    return seat.isFirst ? { ...hooks, faults: desk.faults, only: [kind], entry: desk.read } : hooks
  })
}

/** It says something, even if not all of it could be read. */
export const hasText = ({ text, isDamaged }: Value): boolean => text !== '' || isDamaged

/** The value of a tag, if it was read whole; null where there is none. */
export function findValue({ tags }: ExtensionItem, name: string): Value | null {
  const value = tags.get(name)?.value
  return value === undefined || value.isDamaged ? null : value
}

/** Strays kept of one entry. */
const STRAYS_LIMIT = 1_000
const NONE: readonly never[] = []

function createDesk(kind: ItemKind): ItemDesk {
  const judges = createDispatcher<ExtensionItem>()
  const breaks = createBreakWatch()
  let strays: { at: At; name: string }[] = []
  let straysEntry: number | null = null

  function view(entry: Entry, item: Item, until: At): ExtensionItem {
    const tags = new Map<string, Item>()
    const repeats: Item[] = []
    for (const child of item.children) {
      const known = tags.get(child.name)
      if (known !== undefined) repeats.push(child)
      if (known === undefined || (!hasText(known.value) && hasText(child.value))) tags.set(child.name, child)
    }
    const inside = straysEntry === entry.number ? strays.filter(({ at }) => at > item.at && at < until) : NONE
    return { entry, item, tags, repeats, isBroken: breaks.hasBroken(item), strays: inside.map(({ name }) => name) }
  }

  return {
    judges,
    faults: {
      ...breaks.faults,
      'element-unexpected'({ at, entry, name }) {
        if (typeof at !== 'number') return
        if (entry !== straysEntry) strays = []
        straysEntry = entry
        if (strays.length < STRAYS_LIMIT) strays.push({ at, name: name.slice(name.indexOf(':') + 1) })
      },
    },
    read(entry) {
      const items = entry[kind]
      for (let i = 0; i < items.length; i++) {
        const item = items[i] as Item
        if (kind === 'images' && isPlainImage(item)) continue
        judges.dispatch(view(entry, item, items[i + 1]?.at ?? Number.POSITIVE_INFINITY))
      }
    },
  }
}

/** Nothing but one loc, which is a URL. */
function isPlainImage({ children }: Item): boolean {
  const loc = children[0]
  return children.length === 1 && loc?.name === 'loc' && !loc.value.isDamaged && isPlainUrl(loc.value.text)
}
