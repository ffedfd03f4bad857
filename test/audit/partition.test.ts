import { expect, test } from 'vitest'
import { partitionOf } from '../../src/audit/partition.ts'

const urls = (names: string) => names.split(' ').map((name) => `https://shop.example/${name}`)

test.each([
  ['none', 'sitemap-1.xml'],
  ['sequence', 'sitemaps/part-1.xml sitemaps/part-2.xml sitemaps/part-3.xml'],
  ['sequence', 'sitemap.xml sitemap2.xml'],
  ['sequence', 'sitemap.xml?page=1 sitemap.xml?page=2'],
  ['sequence', 'products-1.xml products-1999.xml products-2000.xml products-2166.xml'],
  ['date', '2026-09.xml 2026-10.xml'],
  ['date', 'sitemap-2024.xml sitemap-2025.xml'],
  ['date', 'sitemap-2024-01-31.xml.gz sitemap-2025-02-01.xml.gz'],
  ['language', 'sitemap-de.xml.gz sitemap-en.xml.gz sitemap-pt-br.xml.gz'],
  ['type', 'post-sitemap.xml page-sitemap.xml category-sitemap.xml'],
  ['type', 'post-sitemap1.xml post-sitemap2.xml page-sitemap.xml'],
  ['type', 'sitemap_products_1.xml?from=1&to=2 sitemap_pages_1.xml?from=3&to=9 sitemap_blogs_1.xml'],
  ['mixed', 'sitemap-de.xml products.xml 2026-09.xml'],
])('an index is split by %s when its children are named %s', (partition, names) => {
  expect(partitionOf(urls(names))).toBe(partition)
})
