import Box from '@mui/material/Box'
import { useSyncExternalStore } from 'react'
import { useText } from '../../../ui/i18n.tsx'
import { token } from '../../../ui/theme/tokens.ts'
import { visuallyHidden } from '../../../ui/visually-hidden.ts'
import { moreKilometres, moreMinutes, usePlanWords } from '../use-plan-words.ts'
import { placeText, useMove, useMoving } from './move.ts'

const offset = 14

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
            move.pointer
              ? { left: move.pointer.x + offset, top: move.pointer.y + offset }
              : { left: '50%', bottom: 16, transform: 'translateX(-50%)' }
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
