import Dialog, { type DialogProps } from '@mui/material/Dialog'
import { type ReactNode, useEffect, useState } from 'react'
import { useTyped, useUnsaved } from '../unsaved.ts'
import { DiscardDialog } from './DiscardDialog.tsx'

interface GuardedDialogProps extends Omit<DialogProps, 'open' | 'onClose' | 'children'> {
  isOpen?: boolean
  /** It cannot be closed now. */
  isBusy?: boolean
  /** There are unsaved changes. Default: whether the user changed a field. */
  isChanged?: boolean
  /** Called instead of closing: the dialog can only be finished. */
  onHeld?: () => void
  onClose: () => void
  /** `leave` closes, and asks first if there are unsaved changes. */
  children: (leave: () => void) => ReactNode
}

/**
 * The dialog of the product. What is typed in it is not lost by accident: Escape, a click outside and leaving the page ask for
 * confirmation once something was changed. The focus returns to what opened it, or to the page where that is gone.
 */
export function GuardedDialog(props: GuardedDialogProps) {
  const { isOpen = true, isBusy = false, isChanged: given, onHeld, onClose, children, ...rest } = props
  const { isTyped, watch, forget } = useTyped()
  const [isLeaving, setLeaving] = useState(false)
  const isChanged = isOpen && (given ?? isTyped)
  useUnsaved(isChanged || onHeld !== undefined)
  useEffect(() => {
    if (!isOpen) forget()
  }, [isOpen, forget])
  useEffect(() => {
    if (!isOpen) return
    const page = document
    return () =>
      void requestAnimationFrame(() => {
        // What opened the dialog may be gone, such as the bar of a selection that is now empty.
        if (page.activeElement === page.body) page.getElementById('main')?.focus({ preventScroll: true })
      })
  }, [isOpen])
  const leave = () => {
    if (isBusy) return
    if (onHeld) onHeld()
    else if (isChanged) setLeaving(true)
    else onClose()
  }
  return (
    <>
      <Dialog open={isOpen} onClose={leave} {...rest} {...watch}>
        {children(leave)}
      </Dialog>
      <DiscardDialog
        isOpen={isLeaving}
        onLeave={() => {
          setLeaving(false)
          onClose()
        }}
        onStay={() => setLeaving(false)}
      />
    </>
  )
}
