import { useBlocker } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { answerWanted, hasUnsaved, losesUnsaved, useHasUnsaved, useWanted } from '../../ui/unsaved.ts'

const DiscardDialog = lazy(() =>
  import('../../ui/dialogs/DiscardDialog.tsx').then((file) => ({ default: file.DiscardDialog })),
)

/**
 * Asks before navigation, reload or another active fleet discards what is typed in a form. What saves itself is saved before
 * navigation, and asked for only where that fails.
 */
export function UnsavedGuard() {
  const isChanged = useHasUnsaved()
  const wanted = useWanted()
  const blocker = useBlocker({
    // A registered blocker makes every navigation asynchronous.
    disabled: !isChanged,
    shouldBlockFn: async ({ current, next }) => {
      // A form that has just been saved closes before the next task.
      await new Promise((resolve) => setTimeout(resolve))
      return losesUnsaved(current.pathname === next.pathname ? next.search : undefined)
    },
    enableBeforeUnload: hasUnsaved,
    withResolver: true,
  })
  const isAsking = blocker.status === 'blocked' || wanted !== null
  return (
    isAsking && (
      <Suspense>
        <DiscardDialog
          isOpen
          onLeave={() => {
            if (blocker.status === 'blocked') blocker.proceed()
            answerWanted(true)
          }}
          onStay={() => {
            if (blocker.status === 'blocked') blocker.reset()
            answerWanted(false)
          }}
        />
      </Suspense>
    )
  )
}
