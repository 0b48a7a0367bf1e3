import { lazy, type ReactNode, Suspense, useState } from 'react'

export interface ChoiceMenuItem {
  label: string
  icon?: ReactNode
  onChoose: () => void
  isDestructive?: boolean
  /** For a choice of one item among several: whether this one is selected. */
  isChecked?: boolean
  /** Checked or not independently of the other items. */
  isToggle?: boolean
  /** Why it cannot be chosen; shown below its label, or once above the items if several share it. */
  lockedReason?: string
  /** Preceded by a separator. */
  isApart?: boolean
}

export interface ChoiceMenuProps {
  /** The element it opens at; null while it is closed. */
  anchor: HTMLElement | null
  onClose: () => void
  items: readonly ChoiceMenuItem[]
  label?: string
  /** Shown above the items; cannot be chosen. */
  head?: ReactNode
}

const Panel = lazy(() => import('./ChoiceMenuPanel.tsx').then((file) => ({ default: file.ChoiceMenuPanel })))

/** A menu at a button. Its code is loaded when it first opens, since most visits open none. */
export function ChoiceMenu(props: ChoiceMenuProps) {
  const [wasOpened, setOpened] = useState(false)
  if (props.anchor !== null && !wasOpened) setOpened(true)
  if (!wasOpened) return null
  return (
    <Suspense>
      <Panel {...props} />
    </Suspense>
  )
}
