import type { planEditor as source } from '../es/planning.editor.ts'

export const planEditor: Record<keyof typeof source, string> = {
  'locked.viewer': 'You can only view this plan: editing it takes management access to the fleet.',
  'locked.offline':
    'No connection: editing is off. What is not saved yet is saved once the connection is back.',
  'locked.stale': 'Somebody else saved this plan. Decide first which changes stay.',
  saveFailed: 'The plan could not be saved.',
}
