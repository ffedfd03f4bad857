/** Well-formedness: each fault of the XML reader at its cause. */
import { NAMESPACES } from '../model/standards.ts'
import { type DefinedRule, defineRule } from './define-rule.ts'

const XML = 'https://www.w3.org/TR/xml/'
const PARSING_ERROR = 'Parsing error'

/** What the usual prefixes are for, to propose the missing declaration. */
const EXPECTED_NAMESPACES: Partial<Record<string, string>> = {
  image: NAMESPACES.image,
  video: NAMESPACES.video,
  news: NAMESPACES.news,
  xhtml: NAMESPACES.xhtml,
  media: NAMESPACES.media,
  atom: NAMESPACES.atom,
  xsi: NAMESPACES.xsi,
}

const xmlLeadingContent = defineRule(
  {
    id: 'xml-leading-content',
    severity: 'error',
    breaks: ['xml'],
    basis: 'documented',
    title: 'The XML declaration is the first thing in the document',
    why: 'An XML reader stops at a declaration that is not at the very beginning, and at text before the root element.',
    fix: 'Remove what is printed before the document; blank lines at the ends of included scripts are the usual cause.',
    source: `${XML}#sec-prolog-dtd`,
    searchConsole: 'Leading whitespace',
    messages: {
      whiteSpace:
        'White space ({length} characters) stands before the XML declaration, which is first seen in line {line}, column {column}.',
      textBeforeDeclaration:
        'Text ({length} characters) stands before the XML declaration, which is first seen in line {line}, column {column}: "{text}".',
      textBeforeRoot: 'Text ({length} characters) stands before the root element: "{text}".',
    },
  },
  ({ report }) => ({
    faults: {
      'leading-content'(fault) {
        const { length, text, declaration } = fault
        // Line and column as strings: places are not written with thousands separators.
        const place = { line: String(declaration?.line ?? 1), column: String(declaration?.column ?? 1) }
        if (declaration === null) report('textBeforeRoot', fault, { length, text: oneLine(text) })
        else if (fault.what === 'white-space') report('whiteSpace', fault.at, { length, ...place })
        else report('textBeforeDeclaration', fault, { length, text: oneLine(text), ...place })
      },
    },
  }),
)

const xmlAmpersandUnescaped = defineRule(
  {
    id: 'xml-ampersand-unescaped',
    severity: 'error',
    breaks: ['xml'],
    basis: 'documented',
    title: 'Every & is written as &amp;',
    why: 'XML takes a bare & for the beginning of a reference and stops there.',
    fix: 'Write &amp; for & in every value, in the extension tags and attributes too.',
    source: `${XML}#syntax`,
    searchConsole: PARSING_ERROR,
    messages: {
      text: 'A bare & stands in the text of <{element}>; XML asks for &amp;.',
      attribute: 'A bare & stands in an attribute of <{element}>; XML asks for &amp;.',
    },
  },
  ({ report }) => ({
    faults: {
      'ampersand-unescaped'(fault) {
        // Outside of every element no text may stand at all: that is the fault there.
        if (fault.element === null && fault.context === 'text') return
        const element = fault.element ?? '?'
        // The text begins with the bare &.
        report(fault.context, fault, { element }, { subject: element, expected: `&amp;${fault.text.slice(1)}` })
      },
    },
  }),
)

const xmlEntityUndefined = defineRule(
  {
    id: 'xml-entity-undefined',
    severity: 'error',
    breaks: ['xml'],
    basis: 'documented',
    title: 'Only the five entities of XML are used',
    why: 'HTML names such as &nbsp; are not defined in XML: a reader stops there, or loses the value.',
    fix: 'Write the character itself in UTF-8 (percent-encoded in a URL), or its number, such as &#160;.',
    source: `${XML}#wf-entdeclared`,
    searchConsole: PARSING_ERROR,
    messages: { undefined: 'The entity &{entity}; is not defined in XML.' },
  },
  ({ report }) => ({
    faults: {
      'entity-undefined'(fault) {
        const entity = fault.entity.replace(/^&/, '').replace(/;$/, '')
        report('undefined', fault, { entity }, { subject: entity, value: `&${entity};` })
      },
    },
  }),
)

const xmlCharacterIllegal = defineRule(
  {
    id: 'xml-character-illegal',
    severity: 'error',
    breaks: ['xml'],
    basis: 'documented',
    title: 'Only characters that XML allows are used',
    why: 'Control characters and halves of surrogate pairs may not stand in XML, neither raw nor as a reference.',
    fix: 'Remove the character, or write an emoji as itself or with the number of its code point.',
    source: `${XML}#charsets`,
    searchConsole: PARSING_ERROR,
    messages: {
      raw: 'The character {shown} is not allowed in XML.',
      reference: 'The character reference {shown} stands for no character that XML allows.',
    },
  },
  ({ report }) => ({
    faults: {
      'character-illegal'(fault) {
        report(fault.isReference ? 'reference' : 'raw', fault, { shown: fault.shown }, { value: fault.shown })
      },
    },
  }),
)

const xmlTagMismatched = defineRule(
  {
    id: 'xml-tag-mismatched',
    severity: 'error',
    breaks: ['xml'],
    basis: 'documented',
    title: 'Every close tag has its open tag',
    why: 'A reader that meets the wrong close tag stops, and what follows is lost.',
    fix: 'Close the elements in the reverse of the order in which they were opened.',
    source: `${XML}#GIMatch`,
    searchConsole: PARSING_ERROR,
    messages: {
      otherOpen:
        'The close tag </{close}> meets the open element <{open}> of line {line}, column {column}, which it cannot close.',
      noneOpen: 'The close tag </{close}> has no open tag.',
    },
  },
  ({ report }) => ({
    faults: {
      'tag-mismatched'(fault) {
        const { close, open, openAt } = fault
        if (open === null || openAt === null) report('noneOpen', fault, { close }, { subject: close })
        else
          report(
            'otherOpen',
            fault,
            { close, open, line: String(openAt.line), column: String(openAt.column) },
            { subject: `${open} ${close}` },
          )
      },
    },
  }),
)

const xmlTruncated = defineRule(
  {
    id: 'xml-truncated',
    severity: 'error',
    breaks: ['xml'],
    basis: 'documented',
    title: 'The document ends where its root element ends',
    why: 'What should follow is missing, and strict readers drop the whole file.',
    fix: 'Write the whole document; look for a time or memory limit of the script that makes it.',
    source: `${XML}#sec-well-formed`,
    searchConsole: PARSING_ERROR,
    messages: {
      element: 'The file ends inside {open}; complete entries before it: {entries}.',
      tag: 'The file ends inside a tag{within}; complete entries before it: {entries}.',
      comment: 'A comment begins here and never ends{within}; complete entries before it: {entries}.',
      pi: 'A processing instruction begins here and never ends{within}; complete entries before it: {entries}.',
      php: 'A processing instruction begins here and never ends{within}; it looks like PHP source in the output.',
      cdata: 'A CDATA section begins here and never ends{within}; complete entries before it: {entries}.',
      doctype: 'A DOCTYPE begins here and never ends.',
      prolog: 'The file ends before its root element.',
    },
  },
  ({ report }) => ({
    faults: {
      truncated(fault) {
        const { inside, entries } = fault
        const open = fault.open.map(({ name, line }) => `<${name}> of line ${line}`).join(', ')
        const within = open === '' ? '' : `, inside ${open}`
        if (inside === 'doctype' || inside === 'prolog') report(inside, fault.at, {})
        else if (inside === 'element') report('element', fault.at, { open, entries })
        else if (fault.looksLikePhp) report('php', fault.at, { within })
        else report(inside, fault.at, { within, entries })
      },
    },
  }),
)

const xmlAttributeDuplicate = defineRule(
  {
    id: 'xml-attribute-duplicate',
    severity: 'error',
    breaks: ['xml'],
    basis: 'documented',
    title: 'An element has each attribute once',
    why: 'A second attribute of the same name makes the document not well-formed, and a reader stops.',
    fix: 'Remove one of the two; a namespace that two plugins declare is the usual cause.',
    source: `${XML}#uniqattspec`,
    searchConsole: PARSING_ERROR,
    messages: { duplicate: 'The attribute {name} stands twice in one tag.' },
  },
  ({ report }) => ({
    faults: {
      'attribute-duplicate'(fault) {
        report('duplicate', fault, { name: fault.name }, { subject: fault.name })
      },
    },
  }),
)

const xmlPrefixUnbound = defineRule(
  {
    id: 'xml-prefix-unbound',
    severity: 'error',
    breaks: ['xml'],
    basis: 'documented',
    title: 'Every prefix is declared',
    why: 'Without its namespace an element with a prefix means nothing, and many readers stop.',
    fix: 'Declare the prefix on the root element.',
    source: 'https://www.w3.org/TR/xml-names/#nsc-NSDeclared',
    searchConsole: 'Incorrect namespace',
    messages: { unbound: 'The prefix {prefix} is used, but no xmlns:{prefix} declares it.' },
  },
  ({ report }) => ({
    faults: {
      'prefix-unbound'(fault) {
        const { prefix } = fault
        const uri = EXPECTED_NAMESPACES[prefix]
        report(
          'unbound',
          fault,
          { prefix },
          { subject: prefix, value: prefix, expected: uri === undefined ? null : `xmlns:${prefix}="${uri}"` },
        )
      },
    },
  }),
)

const xmlDoctype = defineRule(
  {
    id: 'xml-doctype',
    severity: 'warning',
    breaks: [],
    basis: 'convention',
    title: 'A sitemap has no DOCTYPE',
    why: 'Careful readers refuse documents with a DOCTYPE, because entities are a known way to attack them.',
    fix: 'Remove the DOCTYPE; sitemaps need none.',
    source: null,
    searchConsole: null,
    messages: { doctype: 'The document has a DOCTYPE; no entity was expanded and nothing external was read.' },
  },
  ({ report }) => ({
    faults: {
      doctype(fault) {
        report('doctype', fault.at, {})
      },
    },
  }),
)

const xmlVersion = defineRule(
  {
    id: 'xml-version',
    severity: 'warning',
    breaks: [],
    basis: 'field',
    title: 'The document is XML 1.0',
    why: 'Most readers know XML 1.0 only and refuse another version.',
    fix: 'Declare version="1.0".',
    source: null,
    searchConsole: null,
    messages: { version: 'The XML declaration says version {version}; most readers know 1.0 only.' },
  },
  ({ report }) => ({
    faults: {
      'xml-version'(fault) {
        report('version', fault, { version: fault.version }, { value: fault.version, expected: '1.0' })
      },
    },
  }),
)

const xmlMalformed = defineRule(
  {
    id: 'xml-malformed',
    severity: 'error',
    breaks: ['xml'],
    basis: 'documented',
    title: 'The document is well-formed XML',
    why: 'A reader stops at the first breach of well-formedness, and what follows is lost.',
    fix: 'Write the document with an XML library instead of joining strings.',
    source: `${XML}#sec-well-formed`,
    searchConsole: PARSING_ERROR,
    messages: { malformed: '{detail}; the document is not well-formed.' },
  },
  ({ report }) => ({
    faults: {
      malformed(fault) {
        const detail = fault.detail.replace(/(?<!\.)\.+$/, '')
        report('malformed', fault, { detail }, { subject: detail })
      },
    },
  }),
)

/** Quoted text on one line. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

export const xmlRules: readonly DefinedRule[] = [
  xmlAmpersandUnescaped,
  xmlAttributeDuplicate,
  xmlCharacterIllegal,
  xmlDoctype,
  xmlEntityUndefined,
  xmlLeadingContent,
  xmlMalformed,
  xmlPrefixUnbound,
  xmlTagMismatched,
  xmlTruncated,
  xmlVersion,
]
