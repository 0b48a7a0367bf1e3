import { useEffect, useEffectEvent } from 'react'
import { useText } from '../../ui/i18n.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { changesOf } from './document-changes.rules.ts'
import { PlanConflictDialog } from './PlanConflictDialog.tsx'
import { usePlanEditor } from './plan-editor.ts'
import { usePlanKeys } from './use-plan-keys.ts'
import { usePlanWords } from './use-plan-words.ts'

/** So many changes of another planner are named in a notice. */
const mostNamed = 3

/** What stands beside every open plan: its keys, notices of what others changed, and the question what to keep. */
export function PlanGuards() {
  const { t } = useText()
  const { conflict, takenOver } = usePlanEditor()
  const words = usePlanWords()
  const toasts = useToasts()
  usePlanKeys()
  const notify = useEffectEvent(() => {
    if (takenOver === null) return
    const { before, after } = takenOver
    const changes = words.changes(changesOf(before, after))
    const rest = changes.length - mostNamed
    toasts.show({
      id: 'plan-taken-over',
      message: t('planEditor.takenOver', { person: after.updatedBy ?? t('ui.conflict.someone') }),
      detail: [
        ...changes.slice(0, mostNamed),
        ...(rest > 0 ? [t('planEditor.conflict.more', { count: rest })] : []),
      ].join('. '),
    })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each change
  useEffect(() => notify(), [takenOver])
  return conflict && <PlanConflictDialog conflict={conflict} />
}
