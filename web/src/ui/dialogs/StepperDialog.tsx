import CloseRounded from '@mui/icons-material/CloseRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import IconButton from '@mui/material/IconButton'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type FormEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useText } from '../i18n.tsx'
import { Steps } from '../Steps.tsx'
import { GuardedDialog } from './GuardedDialog.tsx'

export interface DialogStep {
  key: string
  label: string
  content: ReactNode
  /** Whether the user may proceed. Mark invalid fields `aria-invalid`: the first one is focused. */
  validate?: () => boolean | Promise<boolean>
}

interface StepperDialogProps {
  open: boolean
  title: string
  steps: readonly DialogStep[]
  finishLabel: string
  /** Called once the last step is valid. The dialog is busy until it settles; a rejection leaves it open. */
  onFinish: () => void | Promise<void>
  /** There are unsaved changes. Default: whether the user changed a field. */
  isChanged?: boolean
  /** Called instead of closing or going back: the current step can only be finished. */
  onHeld?: () => void
  onClose: () => void
  /** Shown above the buttons, such as a refusal of the server. */
  error?: ReactNode
  /** Beside Next, such as saving a draft. */
  extraAction?: ReactNode
  maxWidth?: 'sm' | 'md' | 'lg'
  /** As high as the window permits from the start, so that the buttons stay in place while the content grows. */
  isTall?: boolean
  /** Every step may be opened at any time, such as for an existing record. */
  areAllOpen?: boolean
  /** The current step, if the caller controls it; together with `onStep`. */
  step?: number
  onStep?: (step: number) => void
}

const focusable =
  'input:not([type=hidden]):not(:disabled), textarea:not(:disabled), [role=combobox], button:not(:disabled)'

/**
 * A form in steps. Enter proceeds, finished steps can be reopened, Escape closes, and asks first if something was
 * changed; full screen on phones. The first field of a step is focused. It starts at the first step each time it opens.
 */
export function StepperDialog({
  open,
  title,
  steps,
  finishLabel,
  onFinish,
  isChanged,
  onHeld,
  onClose,
  error,
  extraAction,
  maxWidth = 'md',
  isTall = false,
  areAllOpen = false,
  step: heldStep,
  onStep,
}: StepperDialogProps) {
  const { t } = useText()
  const isPhone = useMediaQuery('(max-width: 600px)')
  const [ownStep, setOwnStep] = useState(0)
  const current = heldStep ?? ownStep
  const setCurrent = (chosen: number) => {
    setOwnStep(chosen)
    onStep?.(chosen)
  }
  const [isBusy, setBusy] = useState(false)
  const [refusals, setRefusals] = useState(0)
  const panel = useRef<HTMLDivElement>(null)
  const titleId = useId()
  const at = Math.min(current, steps.length - 1)
  const step = steps[at]
  const isLast = at === steps.length - 1

  useEffect(() => {
    if (open) setOwnStep(0)
  }, [open])

  const stepKey = open ? step?.key : undefined
  useLayoutEffect(() => {
    if (stepKey === undefined) return
    const focusFirst = () => {
      // The user may already have focused a field.
      if (panel.current?.contains(document.activeElement)) return
      const wrong = panel.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
      const first = wrong ?? panel.current?.querySelector<HTMLElement>(focusable)
      first?.focus()
    }
    // At once, so that a key that follows goes into the field.
    focusFirst()
    // The dialog that opens is not part of the page yet.
    const frame = requestAnimationFrame(focusFirst)
    return () => cancelAnimationFrame(frame)
  }, [stepKey])

  useEffect(() => {
    if (refusals === 0) return
    panel.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])

  const goOn = async (event: FormEvent) => {
    event.preventDefault()
    // React bubbles the submit event of a form in a portal (a nested dialog) up to here.
    if (event.target !== event.currentTarget || isBusy || !step) return
    setBusy(true)
    try {
      const isValid = (await step.validate?.()) ?? true
      if (!isValid) setRefusals((count) => count + 1)
      else if (isLast) await onFinish()
      else setCurrent(at + 1)
    } catch {
      return // `onFinish` has shown the error; the input is kept.
    } finally {
      setBusy(false)
    }
  }

  if (!step) return null
  return (
    <GuardedDialog
      isOpen={open}
      isBusy={isBusy}
      isChanged={isChanged}
      onHeld={onHeld}
      onClose={onClose}
      maxWidth={maxWidth}
      fullWidth
      fullScreen={isPhone}
      aria-labelledby={titleId}
    >
      {(leave) => (
        <form
          onSubmit={(event) => void goOn(event)}
          noValidate
          style={{
            display: 'flex',
            flexDirection: 'column',
            minHeight: 0,
            flex: 1,
            height: isTall && !isPhone ? 'min(760px, calc(100dvh - 64px))' : undefined,
          }}
        >
          <Box sx={{ display: 'flex', alignItems: 'center', gap: '8px', p: '18px 20px 8px' }}>
            <Box component="h2" id={titleId} sx={{ typography: 'h1', m: 0, flex: 1 }}>
              {title}
            </Box>
            {!onHeld && (
              <IconButton onClick={leave} disabled={isBusy} aria-label={t('ui.close')} edge="end">
                <CloseRounded />
              </IconButton>
            )}
          </Box>
          <Box sx={{ px: '20px', pb: '8px' }}>
            <Steps
              labels={steps.map(({ label }) => label)}
              current={at}
              areAllOpen={areAllOpen}
              onStep={isBusy || onHeld ? undefined : setCurrent}
            />
          </Box>
          <DialogContent ref={panel} sx={{ minHeight: isPhone ? undefined : 280 }}>
            <Box role="group" aria-label={step.label} sx={{ pt: '10px' }}>
              {step.content}
            </Box>
          </DialogContent>
          {error !== undefined && <Box sx={{ px: '20px', pb: '4px' }}>{error}</Box>}
          <DialogActions>
            {at > 0 && !onHeld && (
              <Button onClick={() => setCurrent(at - 1)} disabled={isBusy} size="large">
                {t('ui.back')}
              </Button>
            )}
            <Box sx={{ flex: 1, minWidth: 0 }} />
            {extraAction}
            <Button type="submit" variant="contained" size="large" loading={isBusy}>
              {isLast ? finishLabel : t('ui.next')}
            </Button>
          </DialogActions>
        </form>
      )}
    </GuardedDialog>
  )
}
