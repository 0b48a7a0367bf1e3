import { formatNumber } from '@rumbo/i18n/formats'
import { useCallback } from 'react'
import { useText } from '../../ui/i18n.tsx'
import type { AnyTranslate } from '../../ui/said.ts'
import type { ShapeProblem } from './shape-problems.rules.ts'

/** Words what is wrong with a shape. */
export function useProblemText(): (problem: ShapeProblem) => string {
  const { t, language } = useText()
  return useCallback(
    ({ key, params }) => {
      const words = Object.entries(params).map(([name, value]) => [name, formatNumber(language, value)])
      return (t as AnyTranslate)(key, Object.fromEntries(words))
    },
    [t, language],
  )
}
