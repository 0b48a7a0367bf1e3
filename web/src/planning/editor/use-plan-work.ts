import { useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { ProblemError } from '../../app/data/problems.ts'
import { useText } from '../../ui/i18n.tsx'
import { NotSavedError } from './plan-store.ts'

/** Why a call about the open plan failed, in words: that it could not be saved before, or that somebody else changed it. */
export function usePlanErrorText(): (error: unknown, failed: string) => string {
  const { t } = useText()
  const message = useErrorMessage()
  return (error, failed) => {
    if (error instanceof NotSavedError) return t('planEditor.saveFailed')
    // It is read again by then.
    const isStale = error instanceof ProblemError && error.code === 'stale_version'
    return isStale ? t('planPanels.stale') : message(error, failed)
  }
}

/** Calls about the open plan, of which one is under way at a time: `isBusy` meanwhile, and why the last one failed in words. */
export function usePlanWork() {
  const errorText = usePlanErrorText()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  /** @returns whether it went well */
  async function doing(work: () => Promise<unknown>, failed: string): Promise<boolean> {
    setBusy(true)
    setError(null)
    try {
      await work()
      return true
    } catch (caught) {
      setError(errorText(caught, failed))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, error, doing }
}
