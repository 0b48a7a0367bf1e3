import type { RefObject } from 'react'
import { useScreenKeys } from '../app/navigation/screen-keys.ts'
import { useText } from '../ui/i18n.tsx'

interface ThreadKeys {
  ids: readonly string[]
  openId: string
  list: RefObject<HTMLElement | null>
  onOpen: (id: string) => void
  /** Undefined where the person may not. */
  onReply: (() => void) | undefined
  onClose: (() => void) | undefined
  onNew: (() => void) | undefined
  onBroadcast: (() => void) | undefined
  onLeave: () => void
}

/** The keys of the inbox: `j` and `k` open the next and the previous conversation. */
export function useThreadKeys(keys: ThreadKeys): void {
  const { ids, openId, list, onOpen, onReply, onClose, onNew, onBroadcast, onLeave } = keys
  const { t } = useText()
  const move = (key: string) => {
    const at = ids.indexOf(openId)
    const next = ids[key === 'j' ? at + 1 : Math.max(0, at - 1)]
    if (next === undefined) return
    onOpen(next)
    list.current?.querySelector<HTMLElement>(`[data-thread="${CSS.escape(next)}"]`)?.focus()
  }
  useScreenKeys([
    { keys: ['j', 'k'], label: t('communication.key.move'), act: move },
    { keys: onReply ? ['r'] : [], label: t('communication.key.reply'), isOnce: true, act: onReply },
    { keys: onClose ? ['e'] : [], label: t('communication.key.close'), isOnce: true, act: onClose },
    { keys: onNew ? ['n'] : [], label: t('communication.new.button'), isOnce: true, act: onNew },
    {
      keys: onBroadcast ? ['b'] : [],
      label: t('communication.broadcast.button'),
      isOnce: true,
      act: onBroadcast,
    },
    { keys: ['Escape'], label: t('communication.key.leave'), isOnce: true, act: onLeave },
    { keys: ['Ctrl+⏎'], label: t('communication.send') },
  ])
}
