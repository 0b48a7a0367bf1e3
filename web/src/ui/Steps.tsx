import CheckRounded from '@mui/icons-material/CheckRounded'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { Fragment } from 'react'
import { useText } from './i18n.tsx'
import { token } from './theme/tokens.ts'
import { visuallyHidden } from './visually-hidden.ts'

interface StepsProps {
  labels: readonly string[]
  /** Index of the current step, from 0. */
  current: number
  /** Called to return to a finished step. */
  onStep?: (step: number) => void
  /** Later steps may be opened too. */
  areAllOpen?: boolean
}

type Look = 'done' | 'current' | 'ahead'

const circleLook = {
  done: { backgroundColor: token('active'), borderColor: token('active'), color: token('markInk') },
  current: { backgroundColor: token('primary'), borderColor: token('primary'), color: token('onPrimary') },
  ahead: { backgroundColor: 'transparent', borderColor: token('lineStrong'), color: token('textSoft') },
} as const

interface StepMarkProps {
  look: Look
  number: number
  label: string
  /** Keeps its label on a narrow screen. */
  isNamed: boolean
}

function StepMark({ look, number, label, isNamed }: StepMarkProps) {
  return (
    <>
      <Box
        component="span"
        aria-hidden
        sx={{
          display: 'grid',
          placeItems: 'center',
          flex: 'none',
          width: 26,
          height: 26,
          borderRadius: '50%',
          border: '1.5px solid',
          fontSize: '0.78125rem',
          fontWeight: 700,
          ...circleLook[look],
        }}
      >
        {look === 'done' ? <CheckRounded sx={{ fontSize: 16 }} /> : number}
      </Box>
      <Box
        component="span"
        aria-hidden
        sx={{
          typography: look === 'current' ? 'h3' : 'body1',
          color: look === 'current' ? token('text') : token('textSoft'),
          whiteSpace: 'nowrap',
          '@media (max-width: 600px)': isNamed ? {} : { display: 'none' },
        }}
      >
        {label}
      </Box>
    </>
  )
}

/** The steps of a dialog: finished ones with a check, the current one filled, later ones outlined. */
export function Steps({ labels, current, onStep, areAllOpen = false }: StepsProps) {
  const { t } = useText()
  return (
    <Box
      component="ol"
      sx={{ display: 'flex', alignItems: 'center', gap: '10px', listStyle: 'none', m: 0, p: 0, minWidth: 0 }}
    >
      {labels.map((label, at) => {
        const look: Look = at < current ? 'done' : at === current ? 'current' : 'ahead'
        const words = t('ui.stepper.step', { step: at + 1, total: labels.length, label })
        const isNamed = at === Math.min(current, labels.length - 1)
        const mark = <StepMark look={look} number={at + 1} label={label} isNamed={isNamed} />
        const row = { display: 'inline-flex', alignItems: 'center', gap: '8px' }
        return (
          <Fragment key={label}>
            {at > 0 && (
              <Box
                component="li"
                aria-hidden
                sx={{ flex: 1, minWidth: 8, height: '1px', backgroundColor: token('line') }}
              />
            )}
            <li aria-current={look === 'current' ? 'step' : undefined}>
              {onStep && look !== 'current' && (look === 'done' || areAllOpen) ? (
                <ButtonBase
                  onClick={() => onStep(at)}
                  aria-label={look === 'done' && !areAllOpen ? t('ui.stepper.done', { label }) : words}
                  sx={{ ...row, borderRadius: '13px' }}
                >
                  {mark}
                </ButtonBase>
              ) : (
                <Box component="span" sx={row}>
                  <span style={visuallyHidden}>{words}</span>
                  {mark}
                </Box>
              )}
            </li>
          </Fragment>
        )
      })}
    </Box>
  )
}
