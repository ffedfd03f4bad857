/** Which tags an extension has: those that may not be repeated, those that are gone, and those that never were. */
import type { DefinedRule } from './define-rule.ts'
import { defineItemRule, type ItemKind } from './extension-items.ts'

export interface Tag {
  /** May stand more than once. */
  repeats?: true
  /** Google read it once. */
  isRemoved?: true
}

export interface TagTable {
  kind: ItemKind
  /** As in image:loc; also what rule ids begin with. */
  prefix: 'image' | 'video'
  /** The element in words. */
  noun: string
  /** The required tag without which an unknown one is told together with it, by another rule. */
  main: string | null
  tags: Readonly<Record<string, Tag>>
  /** Attributes that are gone, by tag. */
  removedAttributes: Readonly<Record<string, readonly string[]>>
  /** Tags that people make up, and what they mean. */
  mistaken: Readonly<Record<string, string>>
  source: string
}

/** Google's announcement of what it no longer reads. */
const REMOVAL = 'https://developers.google.com/search/blog/2022/05/spring-cleaning-sitemap-extensions'

/** Other spellings of a name come to the same. */
const plainName = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, '')

export function defineTagRules(table: TagTable): readonly DefinedRule[] {
  const { kind, prefix, noun, main, tags, removedAttributes, mistaken, source } = table
  /** What an unknown tag means, by its plain name. */
  const meanings = new Map(Object.entries(mistaken))
  for (const tag in tags) meanings.set(plainName(tag), tag)
  const tagOf = (name: string): Tag | undefined => (Object.hasOwn(tags, name) ? tags[name] : undefined)

  const repeated = defineItemRule(
    kind,
    {
      id: `${prefix}-tag-repeated`,
      severity: 'error',
      breaks: ['google'],
      basis: 'documented',
      title: `No tag that stands once stands twice in one ${noun}`,
      why: 'Which of the two counts is up to the reader.',
      fix: `Keep one of them; a second ${noun} needs an element of its own.`,
      source,
      searchConsole: 'Invalid XML: too many tags',
      messages: { repeated: 'The tag {tag} stands in this {noun} again.' },
    },
    ({ repeats }, report) => {
      for (const { name, at, value } of repeats) {
        const tag = tagOf(name)
        if (tag === undefined || tag.repeats) continue
        report('repeated', at, { tag: `${prefix}:${name}`, noun }, { subject: name, value: value.text })
      }
    },
  )

  const removed = defineItemRule(
    kind,
    {
      id: `${prefix}-tag-removed`,
      severity: 'note',
      breaks: ['google'],
      basis: 'documented',
      title: `No ${noun} has a tag or attribute that Google has given up`,
      why: 'It has no effect any more and only makes the file larger.',
      fix: 'Leave it out when the sitemap is next changed.',
      source: REMOVAL,
      searchConsole: null,
      messages: { removed: 'Google gave up the {what}, which has no effect.' },
    },
    ({ item }, report) => {
      for (const { name, at, attributes, attributeAts } of item.children) {
        const tag = `${prefix}:${name}`
        if (tagOf(name)?.isRemoved) report('removed', at, { what: `tag ${tag}` }, { subject: name })
        if (!Object.hasOwn(removedAttributes, name)) continue
        for (const attribute of removedAttributes[name] as readonly string[]) {
          const value = attributes[attribute]
          if (value === undefined || !Object.hasOwn(attributes, attribute)) continue
          const what = `attribute ${attribute} of ${tag}`
          report('removed', attributeAts[attribute] ?? at, { what }, { subject: `${name} ${attribute}`, value })
        }
      }
    },
  )

  const unknown = defineItemRule(
    kind,
    {
      id: `${prefix}-tag-unknown`,
      severity: 'warning',
      breaks: ['google'],
      basis: 'documented',
      title: `Every tag of the ${prefix} extension exists`,
      why: 'Readers skip a tag that they do not know, and what it says is lost.',
      fix: 'Use the tag that the extension has for it, or leave it out.',
      source,
      searchConsole: null,
      messages: {
        unknown: 'There is no tag {tag} in the {prefix} extension.',
        meant: 'There is no tag {tag} in the {prefix} extension; {meant} is what it has.',
      },
    },
    ({ item, tags: given, isBroken, strays }, report) => {
      if (main !== null && !given.has(main) && !isBroken && !strays.includes(main)) return
      for (const { name, at } of item.children) {
        if (tagOf(name) !== undefined) continue
        const tag = `${prefix}:${name}`
        const found = meanings.get(plainName(name))
        if (found === undefined) report('unknown', at, { tag, prefix }, { subject: name })
        else {
          const meant = `${prefix}:${found}`
          report('meant', at, { tag, prefix, meant }, { subject: name, value: tag, expected: meant })
        }
      }
    },
  )
  return [removed, repeated, unknown]
}
