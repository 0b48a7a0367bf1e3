import { formatAge } from '@rumbo/i18n/formats'
import type { ProblemError } from '../app/problems.ts'
import { ConflictDialog, type Difference } from '../ui/ConflictDialog.tsx'
import { nowMs } from '../ui/clock.ts'
import { useText } from '../ui/i18n.tsx'

interface SavedMeanwhileProps {
  /** The `stale_version` refusal. */
  conflict: ProblemError
  differences: readonly Difference[]
  onTakeTheirs: () => void
  onKeepMine: () => void
  onClose: () => void
}

/** Somebody else saved this record meanwhile: who and when, what differs, and whose to keep. */
export function SavedMeanwhile({ conflict, ...rest }: SavedMeanwhileProps) {
  const { t, language } = useText()
  const { changedBy, changedAt } = conflict.problem ?? {}
  const ageSeconds = (nowMs() - Date.parse(changedAt ?? '')) / 1000 || 0
  return (
    <ConflictDialog
      title={t('ui.conflict.title')}
      text={t('ui.conflict.text', {
        person: changedBy ?? t('ui.conflict.someone'),
        age: formatAge(language, ageSeconds),
      })}
      {...rest}
    />
  )
}
