/** How wide a picture may be drawn, so that its text is never scaled. */
import { useLayoutEffect, useRef, useState } from '../parts/html.ts'

const FIRST_GUESS = 640
const LEAST = 120

/** @returns `ref` for the element that the picture stands in, and its width in CSS pixels */
export function useWidth<E extends HTMLElement>(): { ref: { current: E | null }; width: number } {
  const ref = useRef<E>(null)
  const [width, setWidth] = useState(FIRST_GUESS)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const measure = () => setWidth(Math.max(LEAST, Math.floor(element.clientWidth)))
    measure()
    const watching = new ResizeObserver(measure)
    watching.observe(element)
    return () => watching.disconnect()
  }, [])
  return { ref, width }
}
