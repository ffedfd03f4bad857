/** A right document that must give nothing above a note, and what such documents are made of. */
export interface GuardDocument {
  name: string
  /** Where it is served on www.example.com. */
  path: string
  document: string | Uint8Array
}

export const GUARD_HOST = 'www.example.com'
export const SITE = `https://${GUARD_HOST}`
export const NS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
export const IMAGE = 'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'
export const VIDEO = 'xmlns:video="http://www.google.com/schemas/sitemap-video/1.1"'
export const NEWS = 'xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"'
export const XHTML = 'xmlns:xhtml="http://www.w3.org/1999/xhtml"'
export const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
export const SCHEMA =
  'xsi:schemaLocation="http://www.sitemaps.org/schemas/sitemap/0.9 http://www.sitemaps.org/schemas/sitemap/0.9/sitemap.xsd"'
export const XML = '<?xml version="1.0" encoding="UTF-8"?>'
export const link = (code: string, href: string, end = ' />') =>
  `<xhtml:link rel="alternate" hreflang="${code}" href="${href}"${end}`
export const url = (path: string, more = '') => `<url><loc>${SITE}${path}</loc>${more}</url>`
