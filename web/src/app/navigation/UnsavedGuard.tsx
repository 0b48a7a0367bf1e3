import { useBlocker } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useText } from '../../ui/i18n.tsx'
import { answerWanted, hasUnsaved, useHasUnsaved, useWanted } from '../../ui/unsaved.ts'

const ConfirmDialog = lazy(() =>
  import('../../ui/dialogs/ConfirmDialog.tsx').then((file) => ({ default: file.ConfirmDialog })),
)

/** Asks before navigation, reload or another active fleet discards what is typed in a form. */
export function UnsavedGuard() {
  const { t } = useText()
  const isChanged = useHasUnsaved()
  const wanted = useWanted()
  const blocker = useBlocker({
    // A registered blocker makes every navigation asynchronous.
    disabled: !isChanged,
    shouldBlockFn: async () => {
      // A form that has just been saved closes before the next task.
      await new Promise((resolve) => setTimeout(resolve))
      return hasUnsaved()
    },
    enableBeforeUnload: hasUnsaved,
    withResolver: true,
  })
  const isAsking = blocker.status === 'blocked' || wanted !== null
  return (
    isAsking && (
      <Suspense>
        <ConfirmDialog
          open
          title={t('ui.discard.title')}
          text={t('ui.discard.text')}
          confirmLabel={t('ui.discard.leave')}
          cancelLabel={t('ui.discard.stay')}
          onConfirm={() => {
            if (blocker.status === 'blocked') blocker.proceed()
            answerWanted(true)
          }}
          onClose={() => {
            if (blocker.status === 'blocked') blocker.reset()
            answerWanted(false)
          }}
        />
      </Suspense>
    )
  )
}
