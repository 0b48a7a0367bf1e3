import { readFleet } from '@rumbo/contract/organisation.contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useClient, useErrorMessage, useWorkspace } from '../app/client-context.tsx'
import { ProblemError } from '../app/data/problems.ts'
import { useData } from '../app/data/use-data.ts'
import { useText } from '../ui/i18n.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { leaveThen } from '../ui/unsaved.ts'

const toastId = 'linked-fleet'

/** Other errors are temporary: the same link may open a moment later. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ProblemError && (error.status === 403 || error.status === 404)

/**
 * Opens the fleet of a link; shows a toast on failure. @returns whether the fleet is still being opened
 * @param linkedId the initial value in the address; empty for none
 * @param onRefused called if the user may not read that fleet or it is no longer active
 */
export function useLinkedFleet(linkedId: string, onRefused: () => void): boolean {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const { workspace } = useClient()
  const { fleet } = useWorkspace()
  const { call } = useData()
  const [isGoing, setGoing] = useState(linkedId !== '' && linkedId !== fleet?.id)
  const first = useRef({ linkedId, isGoing, call, workspace, toasts })
  const latest = useEffectEvent(() => ({ t, message, onRefused }))

  useEffect(() => {
    const { linkedId: id, isGoing: mustGo, toasts, ...then } = first.current
    if (!mustGo) return
    let isLeft = false
    const refuse = (error?: unknown) => {
      const { t, message, onRefused } = latest()
      const detail = error === undefined ? undefined : message(error, t('ui.error.text'))
      toasts.show({ id: toastId, type: 'error', message: t('liveMap.share.refused'), detail })
      onRefused()
    }
    const fail = (error: unknown) => {
      if (isRefusal(error)) return refuse(error)
      const { t, message } = latest()
      toasts.show({
        id: toastId,
        type: 'error',
        timeout: 0,
        detail: message(error, t('ui.error.text')),
        message: t('liveMap.share.unreachable'),
        action: { label: t('ui.retry'), onAction: () => leaveThen(() => void go()) },
      })
    }
    const go = async () => {
      if (isLeft) return
      setGoing(true)
      try {
        const { company_id: companyId, is_active: isActive } = await then.call(readFleet, { params: { id } })
        if (isLeft) return
        if (!isActive) return refuse()
        await then.workspace.chooseCompany(companyId)
        await then.workspace.chooseFleet(id)
        // These two never throw. If nothing failed, the user has chosen another fleet meanwhile.
        const { fleet: active, failure } = then.workspace.state()
        if (!isLeft && active?.id !== id && failure !== null) fail(failure.error)
      } catch (error) {
        if (!isLeft) fail(error)
      } finally {
        setGoing(false)
      }
    }
    void go()
    return () => {
      isLeft = true
      toasts.dismiss(toastId)
    }
  }, [])
  return isGoing
}
