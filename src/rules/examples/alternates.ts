/** Of alternates, in an entry whose URL is https://www.example.com/en. */
import { type ExampleTable, link } from './forms.ts'

const self = link('en', 'https://www.example.com/en')
const beside = (...links: string[]) => [self, ...links].join('\n')
const good = beside(link('de'))

export const ALTERNATE_EXAMPLES: ExampleTable = {
  'alternate-attribute-missing': {
    wrong: beside('<xhtml:link rel="alternate" href="https://www.example.com/de"/>'),
    right: good,
  },
  'alternate-case': { wrong: beside(link('DE-at')), right: beside(link('de-AT')) },
  'alternate-code-duplicate': {
    wrong: beside(link('de'), link('de', 'https://www.example.com/at')),
    right: beside(link('de'), link('de-AT', 'https://www.example.com/at')),
  },
  'alternate-href-invalid': { wrong: beside(link('de', '')), right: good },
  'alternate-href-relative': { wrong: beside(link('de', '/de')), right: good },
  'alternate-language-doubtful': {
    wrong: beside(link('uk', 'https://www.example.com/en-gb/')),
    right: beside(link('en-GB', 'https://www.example.com/en-gb/')),
  },
  'alternate-language-invalid': { wrong: beside(link('german')), right: good },
  'alternate-language-unsupported': { wrong: beside(link('nds')), right: good },
  'alternate-region-invalid': { wrong: beside(link('en-UK')), right: beside(link('en-GB')) },
  'alternate-region-unsupported': { wrong: beside(link('es-419')), right: beside(link('es-MX')) },
  'alternate-rel-invalid': {
    wrong: beside('<xhtml:link rel="alternative" hreflang="de" href="https://www.example.com/de"/>'),
    right: good,
  },
  'alternate-script-invalid': { wrong: beside(link('zh-Hanx')), right: beside(link('zh-Hant')) },
  'alternate-self-missing': { wrong: link('de'), right: good },
  'alternate-separator-invalid': { wrong: beside(link('de_AT')), right: beside(link('de-AT')) },
}
