import type { Thread } from '@rumbo/contract/communication.contract'
import type { RefObject } from 'react'
import { useScreenKeys } from '../app/navigation/screen-keys.ts'
import { useText } from '../ui/i18n.tsx'
import { longestWaiting } from './threads/thread-filter.rules.ts'

interface ThreadKeys {
  threads: readonly Thread[]
  openId: string
  root: RefObject<HTMLElement | null>
  onOpen: (id: string) => void
  /** Undefined where the person may not. */
  onReply: (() => void) | undefined
  onClose: (() => void) | undefined
  onNew: (() => void) | undefined
  onBroadcast: (() => void) | undefined
  hasTemplates: boolean
  /** Undefined where Escape only closes dialogs. */
  onLeave: (() => void) | undefined
}

/** The keys of the inbox: `j` and `k` open the next and the previous conversation. */
export function useThreadKeys(keys: ThreadKeys): void {
  const { threads, openId, root, onOpen, onReply, onClose, onNew, onBroadcast, hasTemplates, onLeave } = keys
  const { t } = useText()
  const find = (selector: string) => root.current?.querySelector<HTMLElement>(selector)
  const show = (id: string) => {
    onOpen(id)
    find(`[data-thread="${CSS.escape(id)}"]`)?.focus()
  }
  const move = (key: string) => {
    const at = threads.findIndex(({ id }) => id === openId)
    const next = threads[key === 'j' ? at + 1 : Math.max(0, at - 1)]
    if (next) show(next.id)
  }
  const oldest = longestWaiting(threads)
  /** Presses a button on screen, which explains itself where it cannot be done. */
  const press = (selector: string) => {
    const button = find(selector)
    button?.focus()
    button?.click()
  }
  /** Shows a decision, which the same key or Enter then takes: one key alone would be pressed by mistake. */
  const decide = (selector: string) => {
    const button = find(selector)
    if (button && button === document.activeElement) button.click()
    else button?.focus()
  }
  useScreenKeys([
    { keys: ['j', 'k'], label: t('communication.key.move'), act: move },
    {
      keys: ['Home'],
      label: t('communication.key.oldest'),
      isOnce: true,
      act: () => oldest && show(oldest.id),
    },
    { keys: onReply ? ['r'] : [], label: t('communication.key.reply'), isOnce: true, act: onReply },
    {
      keys: onReply ? ['1', '2'] : [],
      label: t('communication.key.decide'),
      isOnce: true,
      // The first is the oldest that waits.
      act: (key) => decide(key === '1' ? '[data-decision=approve]' : '[data-decision=deny]'),
    },
    {
      keys: hasTemplates ? [';'] : [],
      label: t('communication.key.templates'),
      isOnce: true,
      act: () => press('[data-templates]'),
    },
    { keys: onClose ? ['e'] : [], label: t('communication.key.close'), isOnce: true, act: onClose },
    { keys: onNew ? ['n'] : [], label: t('communication.new.button'), isOnce: true, act: onNew },
    {
      keys: onBroadcast ? ['b'] : [],
      label: t('communication.broadcast.button'),
      isOnce: true,
      act: onBroadcast,
    },
    { keys: onLeave ? ['Escape'] : [], label: t('communication.key.leave'), isOnce: true, act: onLeave },
    { keys: ['Ctrl+⏎'], label: t('communication.send') },
  ])
}
