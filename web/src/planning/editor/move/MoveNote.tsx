import Box from '@mui/material/Box'
import { useSyncExternalStore } from 'react'
import { useText } from '../../../ui/i18n.tsx'
import { token } from '../../../ui/theme/tokens.ts'
import { visuallyHidden } from '../../../ui/visually-hidden.ts'
import { moreKilometres, moreMinutes, usePlanWords } from '../use-plan-words.ts'
import { type Move, placeText, useMove, useMoving } from './move.ts'

/** Pixels between pointer and note. A hand covers what is near. */
const offset = 14
const touchOffset = 36

/** Beside the pointer, on the sides with more room. */
function placeOf({ x, y, isTouch }: NonNullable<Move['pointer']>) {
  const { innerWidth, innerHeight } = window
  const isLeft = x > innerWidth / 2
  // A hand covers what is below.
  const isAbove = isTouch ? y > innerHeight / 4 : y > (innerHeight * 3) / 4
  const away = isTouch ? touchOffset : offset
  return {
    left: isLeft ? undefined : x + offset,
    right: isLeft ? innerWidth - x + offset : undefined,
    top: isAbove ? undefined : y + away,
    bottom: isAbove ? innerHeight - y + away : undefined,
  }
}

/** What a drop would do, beside the pointer, or at the bottom for the keyboard; each step is also said. */
export function MoveNote() {
  const { t, language } = useText()
  const move = useMove()
  const { subscribe, said } = useMoving()
  const words = useSyncExternalStore(subscribe, said)
  const { names } = usePlanWords()
  const judgement = move?.judgement
  return (
    <>
      <div role="status" aria-live="polite" style={visuallyHidden}>
        {words}
      </div>
      {move && (
        <Box
          aria-hidden
          style={
            move.pointer ? placeOf(move.pointer) : { left: '50%', bottom: 16, transform: 'translateX(-50%)' }
          }
          sx={{
            position: 'fixed',
            zIndex: 'tooltip',
            pointerEvents: 'none',
            maxWidth: 320,
            p: '6px 10px',
            borderRadius: '6px',
            backgroundColor: token('surface'),
            border: `1px solid ${token(judgement?.refusal ? 'critical' : 'lineStrong')}`,
            boxShadow: 4,
            typography: 'body2',
            fontVariantNumeric: 'tabular-nums',
          }}
        >
          <strong>{t('planEditor.move.count', { count: move.serviceIds.length })}</strong>
          {move.target && <div>{placeText(t, names, move.target)}</div>}
          {judgement && judgement.refusal === null && (
            <div>
              {moreMinutes(language, judgement.seconds)} · {moreKilometres(language, judgement.metres)}
            </div>
          )}
          {[judgement?.refusal, ...(judgement?.violations ?? [])].map(
            (text) =>
              text && (
                <Box key={text} sx={{ color: token('critical') }}>
                  {text}
                </Box>
              ),
          )}
        </Box>
      )}
    </>
  )
}
