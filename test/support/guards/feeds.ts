/** Feeds as widespread systems write them. */
import { lines } from '../documents.ts'
import { type GuardDocument, SITE, XML } from './guard-document.ts'

export const feeds: readonly GuardDocument[] = [
  {
    name: 'WordPress: its feed, with all of its modules',
    path: '/feed/',
    document: lines(
      `${XML}<rss version="2.0"`,
      '\txmlns:content="http://purl.org/rss/1.0/modules/content/"',
      '\txmlns:wfw="http://wellformedweb.org/CommentAPI/"',
      '\txmlns:dc="http://purl.org/dc/elements/1.1/"',
      '\txmlns:atom="http://www.w3.org/2005/Atom"',
      '\txmlns:sy="http://purl.org/rss/1.0/modules/syndication/"',
      '\txmlns:slash="http://purl.org/rss/1.0/modules/slash/"',
      '\t>',
      '<channel>',
      '\t<title>Bread &#8211; daily</title>',
      `\t<atom:link href="${SITE}/feed/" rel="self" type="application/rss+xml" />`,
      `\t<link>${SITE}/</link>`,
      '\t<description></description>',
      '\t<lastBuildDate>Sun, 01 Jun 2025 09:30:00 +0000</lastBuildDate>',
      '\t<language>en-US</language>',
      '\t<sy:updatePeriod>\n\thourly\t</sy:updatePeriod>',
      `<image>\n\t<url>${SITE}/cropped-32x32.png</url>\n\t<title>Bread</title>\n\t<link>${SITE}/</link>\n\t<width>32</width>\n</image> `,
      '\t<item>',
      '\t\t<title>Rye&#8217;s rise</title>',
      `\t\t<link>${SITE}/feed-post/</link>`,
      `\t\t\t\t\t<comments>${SITE}/feed-post/#respond</comments>`,
      '\t\t<dc:creator><![CDATA[baker]]></dc:creator>',
      '\t\t<pubDate>Sun, 01 Jun 2025 09:30:00 +0000</pubDate>',
      '\t\t\t\t<category><![CDATA[Uncategorized & more]]></category>',
      `\t\t<guid isPermaLink="false">${SITE}/?p=1</guid>`,
      '\t\t\t\t\t<description><![CDATA[Rye [&#8230;]]]></description>',
      '\t\t\t\t\t\t\t\t\t\t<content:encoded><![CDATA[<p>A &amp; B &nbsp;</p>]]></content:encoded>',
      `\t\t\t\t\t<wfw:commentRss>${SITE}/feed-post/feed/</wfw:commentRss>`,
      '\t\t\t<slash:comments>1</slash:comments>',
      '\t\t\t</item>',
      '\t</channel>',
      '</rss>',
    ),
  },
  {
    name: 'Blogger: an Atom feed with links of every relation',
    path: '/feeds/posts/default',
    document: `<?xml version='1.0' encoding='UTF-8'?><?xml-stylesheet href="https://www.example.com/styles/atom.css" type="text/css"?><feed xmlns='http://www.w3.org/2005/Atom' xmlns:openSearch='http://a9.com/-/spec/opensearchrss/1.0/' xmlns:georss='http://www.georss.org/georss' xmlns:gd="http://schemas.google.com/g/2005" xmlns:thr='http://purl.org/syndication/thread/1.0'><id>tag:blog.example,1999:blog-1</id><updated>2025-06-01T02:30:00.123-07:00</updated><title type='text'>Bread</title><link rel='http://schemas.google.com/g/2005#feed' type='application/atom+xml' href='${SITE}/feeds/posts/default'/><link rel='self' href='${SITE}/feeds/posts/default'/><link rel='alternate' type='text/html' href='${SITE}/'/><openSearch:totalResults>1</openSearch:totalResults><entry><id>tag:blog.example,1999:blog-1.post-1</id><published>2025-06-01T02:30:00.000-07:00</published><updated>2025-06-01T02:30:00.123-07:00</updated><title type='text'>Rye</title><content type='html'>&lt;p&gt;Rye&lt;/p&gt;</content><link rel='replies' type='application/atom+xml' href='${SITE}/feeds/1/comments/default' title='Post Comments'/><link rel='edit' type='application/atom+xml' href='https://www.blogger.example/feeds/1/posts/default/1'/><link rel='self' type='application/atom+xml' href='https://www.blogger.example/feeds/1/posts/default/1'/><link rel='alternate' type='text/html' href='${SITE}/2025/06/rye.html' title='Rye'/><author><name>Baker</name></author><thr:total>0</thr:total></entry></feed>`,
  },
  {
    name: 'a podcast: enclosures and tags of its directories',
    path: '/podcast.rss',
    document: `${XML}\n<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>Crumbs</title><link>${SITE}/crumbs</link><description>x</description><itunes:image href="${SITE}/c.jpg"/><itunes:category text="Food"/><item><title>1</title><link>${SITE}/crumbs/1</link><guid isPermaLink="false">c-1</guid><pubDate>Sun, 1 Jun 2025 09:30:00 GMT</pubDate><enclosure url="https://cdn.example.net/1.mp3" length="123" type="audio/mpeg"/><itunes:duration>00:30:00</itunes:duration></item></channel></rss>`,
  },
  {
    name: 'pictures in a feed, which are no videos',
    path: '/pictures.rss',
    document: `<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>Pictures</title><link>${SITE}/</link><item><title>1</title><link>${SITE}/pictures/1</link><media:content url="${SITE}/1.jpg" medium="image" type="image/jpeg"/><media:thumbnail url="${SITE}/1s.jpg"/></item></channel></rss>`,
  },
]
