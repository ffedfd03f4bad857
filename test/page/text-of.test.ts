import { expect, test } from 'vitest'
import { textOf } from '../../src/page/text-of.ts'

const words = (html: string) => textOf(html).trim().split(/\s+/)

test('what a reader sees is kept, what is for machines is not', () => {
  const html =
    '<!doctype html><html><head><title>t</title></head><body><p>one <b>two</b><!-- no <p> --><script>var x = "<p>no"</script><style>p{}</style>three</body>'
  expect(words(html)).toEqual(['one', 'two', 'three'])
})

test('a header is no head', () => {
  expect(words('<header>one</header>two')).toEqual(['one', 'two'])
})

test.each(['<p>one<script>never closed', '<p>one<!-- never closed', '<p>one<b'])(
  '%s ends where it breaks off',
  (html) => {
    expect(words(html)).toEqual(['one'])
  },
)

test('a page of nothing but open brackets takes no time', () => {
  expect(words('<'.repeat(400_000))).toEqual([''])
})
