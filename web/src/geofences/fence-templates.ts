import { fencePalette } from '@rumbo/contract/geofences.contract'
import type { FenceShape } from '@rumbo/contract/geofences.shapes.contract'
import type { WordText } from '../ui/i18n.tsx'
import { emptyFence, type FenceDraft, newTrigger } from './fence-draft.rules.ts'

/** What a new geofence begins with: everything but its shape, and what is drawn. */
export interface FenceStart {
  fields: FenceDraft
  kind: FenceShape['kind']
}

export const fenceTemplates = ['base', 'zone', 'route'] as const
export type FenceTemplate = (typeof fenceTemplates)[number]

/** A usual geofence: a base with entries and exits, an area that is not left, a route that is kept. */
export function startOf(t: WordText, template: FenceTemplate): FenceStart {
  const name = t(`geofences.template.${template}`)
  switch (template) {
    case 'base': {
      const triggers = (['entry', 'exit'] as const).map((kind) => ({
        ...newTrigger(kind),
        severity: 'info' as const,
      }))
      return { kind: 'circle', fields: { ...emptyFence, name, colour: fencePalette.blue, triggers } }
    }
    case 'zone':
      return {
        kind: 'polygon',
        fields: { ...emptyFence, name, colour: fencePalette.green, triggers: [newTrigger('exit')] },
      }
    case 'route':
      return {
        kind: 'route',
        fields: { ...emptyFence, name, colour: fencePalette.orange, triggers: [newTrigger('off_route')] },
      }
  }
}
