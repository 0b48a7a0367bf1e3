import { formatAge } from '@rumbo/i18n/formats'
import { nowMs } from '../../ui/clock.ts'
import { ConflictDialog, type ConflictDialogProps } from '../../ui/dialogs/ConflictDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import type { ProblemError } from './problems.ts'

interface SavedMeanwhileProps extends Omit<ConflictDialogProps, 'title' | 'text'> {
  /** The `stale_version` refusal. */
  conflict: ProblemError
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
