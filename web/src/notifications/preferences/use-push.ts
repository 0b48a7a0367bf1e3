import {
  listPushSubscriptions,
  readPushKey,
  subscribeToPush,
  testPush,
  unsubscribeFromPush,
} from '@rumbo/contract/notifications.push.contract'
import { useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useChange, useEndpoint } from '../../app/data/use-data.ts'
import { useText } from '../../ui/i18n.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { type PushBrowser, pushBrowser } from './push-browser.ts'

/** Push notifications of this browser and the person's others. */
export function usePush(browser: PushBrowser = pushBrowser) {
  const { t, language } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const [permission, setPermission] = useState(browser.permission)
  const [isBusy, setBusy] = useState(false)
  const key = useEndpoint(readPushKey, {})
  const devices = useEndpoint(listPushSubscriptions, {})
  const subscribe = useChange(subscribeToPush)
  const unsubscribe = useChange(unsubscribeFromPush)
  const fail = (error: unknown) =>
    toasts.show({ type: 'error', message: message(error, t('push.error.change')) })
  const test = useChange(testPush, {
    onSuccess: ({ browsers }) =>
      void toasts.show({ type: 'success', message: t('push.tested', { count: browsers }) }),
    onError: fail,
  })
  const publicKey = key.data?.publicKey ?? null

  /** Asks for permission where it is not given; a browser asks only after a press. */
  async function switchOn(): Promise<void> {
    if (publicKey === null || isBusy) return
    setBusy(true)
    try {
      const given = await browser.request()
      setPermission(given)
      if (given !== 'granted') return
      const keys = await browser.subscribe(publicKey)
      await subscribe.mutateAsync({ body: { ...keys, label: browser.label(), language } })
      toasts.show({ type: 'success', message: t('push.on') })
    } catch (error) {
      fail(error)
    } finally {
      setBusy(false)
    }
  }

  async function remove({ id, isOwnSession }: { id: string; isOwnSession: boolean }): Promise<void> {
    try {
      await unsubscribe.mutateAsync({ params: { id } })
      if (isOwnSession) await browser.unsubscribe()
    } catch (error) {
      fail(error)
    }
  }

  return {
    /** Null while it is not known. */
    isConfigured: key.data === undefined ? null : publicKey !== null,
    /** Null: this browser has no push notifications. */
    permission,
    devices,
    isBusy,
    switchOn,
    remove,
    test: () => test.mutate({}),
    isTesting: test.isPending,
  }
}
