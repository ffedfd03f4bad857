/** What pages and parts are written with: preact by template strings. */
import htm from 'htm'
import { Fragment, h, type VNode } from 'preact'

export type { ComponentChildren, VNode } from 'preact'
export { Fragment, render } from 'preact'
export { useCallback, useEffect, useId, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks'

/** Holes are text, attributes, components or lists of them; nothing that comes through one is read as HTML. */
export const html = (htm as unknown as typeof htm.default).bind(h) as (
  strings: TemplateStringsArray,
  ...values: unknown[]
) => VNode

/** Children without an element round them. */
export const group = (...children: unknown[]): VNode => h(Fragment, null, ...(children as VNode[]))
