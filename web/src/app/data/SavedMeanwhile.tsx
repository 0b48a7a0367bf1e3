import { formatAge } from '@rumbo/i18n/formats'
import { nowMs } from '../../ui/clock.ts'
import { ConflictDialog, type ConflictDialogProps } from '../../ui/dialogs/ConflictDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import type { ProblemError } from './problems.ts'

interface SavedMeanwhileProps extends Omit<ConflictDialogProps, 'title' | 'text'> {
  /** The `stale_version` refusal. */
  conflict: ProblemError
}

/** Shown when somebody else saved this record first: by whom and when, the differences, and which version to keep. */
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
