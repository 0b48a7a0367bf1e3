import { coordinatesText } from '@rumbo/geo/coordinates/coordinates-text'
import { formatNumber } from '@rumbo/i18n/formats'
import { useText } from '../../ui/i18n.tsx'
import type { DraftState } from './shape-draft.rules.ts'

/** What the last action did, for screen readers. */
export function useAnnouncement({ draft, done }: DraftState): string {
  const { t, language } = useText()
  if (done === null) return ''
  const { vertices, radiusMetres } = draft
  const count = vertices.length
  const vertex = vertices[done.at]
  const number = done.at + 1
  const place = vertex ? coordinatesText(vertex) : ''
  switch (done.what) {
    case 'added':
      return t('fenceEditor.done.added', { number, place, count })
    case 'moved':
      return t('fenceEditor.done.moved', { number, place })
    case 'removed':
      return t('fenceEditor.done.removed', { number, count })
    case 'closed':
      return t('fenceEditor.done.closed', { count })
    case 'resumed':
      return t('fenceEditor.done.resumed')
    case 'cleared':
      return t('fenceEditor.done.cleared')
    case 'replaced':
      return t('fenceEditor.done.replaced', { count })
    case 'undone':
      return t('fenceEditor.done.undone', { count })
    case 'redone':
      return t('fenceEditor.done.redone', { count })
    case 'radius':
      return t('fenceEditor.done.radius', { radius: formatNumber(language, radiusMetres) })
    case 'full':
      return t('fenceEditor.done.full', { number: formatNumber(language, done.at) })
  }
}
