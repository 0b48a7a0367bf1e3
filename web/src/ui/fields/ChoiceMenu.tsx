import { lazy, type ReactNode, Suspense, useState } from 'react'

export interface ChoiceMenuItem {
  label: string
  icon?: ReactNode
  onChoose: () => void
  isDestructive?: boolean
  /** For a choice of one among several: whether this is the present one. */
  isChecked?: boolean
  /** Checked or not by itself, whatever the others are. */
  isToggle?: boolean
  /** Why it is not available; shown under its label, and it cannot be chosen. */
  lockedReason?: string
  /** A line above it. */
  isApart?: boolean
}

export interface ChoiceMenuProps {
  /** What it opens at; null while it is closed. */
  anchor: HTMLElement | null
  onClose: () => void
  items: readonly ChoiceMenuItem[]
  label?: string
  /** Stands above the items and cannot be chosen. */
  head?: ReactNode
}

const Panel = lazy(() => import('./ChoiceMenuPanel.tsx').then((file) => ({ default: file.ChoiceMenuPanel })))

/** A menu at a button. Its code is fetched when it first opens, since most pages are left without opening one. */
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
