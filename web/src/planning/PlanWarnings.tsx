import ExpandLessRounded from '@mui/icons-material/ExpandLessRounded'
import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded'
import WarningAmberRounded from '@mui/icons-material/WarningAmberRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import useMediaQuery from '@mui/material/useMediaQuery'
import { servicesOf } from '@rumbo/planning/content'
import { useId, useState } from 'react'
import { useText } from '../ui/i18n.tsx'
import { oneLine } from '../ui/one-line.ts'
import { token } from '../ui/theme/tokens.ts'
import { usePlanEditor } from './editor/plan-editor.ts'
import { usePlanWords } from './editor/use-plan-words.ts'
import { useRouteActions } from './editor/use-route-actions.ts'
import type { PlanTexts } from './use-plan-texts.ts'

/** So many services of one warning are named. */
const mostNamed = 5

interface PlanWarningsProps {
  words: PlanTexts
  /** Goes to planned services. */
  onShow: (serviceIds: readonly string[]) => void
}

/**
 * What is doubtful about the plan as a whole, or about what no order of the pool can show; and what was planned and is cancelled
 * or has another vehicle by now, to be taken out of the plan. On a phone one line says how many there are, and opens them.
 */
export function PlanWarnings({ words, onShow }: PlanWarningsProps) {
  const { t } = useText()
  const isPhone = useMediaQuery('(max-width: 600px)', { noSsr: true })
  const listId = useId()
  const [isOpen, setOpen] = useState(false)
  const { workspace, content, mayEdit } = usePlanEditor()
  const { names } = usePlanWords()
  const actions = useRouteActions()
  const { warnings, orders } = workspace
  const known = new Set(orders.map(({ serviceId }) => serviceId))
  const planned = servicesOf(content)
  const texts = new Set<string>()
  const lost = new Map<string, string[]>()
  for (const warning of warnings) {
    const { code, serviceId } = warning
    const text = words.warning(warning)
    if (serviceId === null || !known.has(serviceId)) texts.add(text)
    else if ((code === 'service_cancelled' || code === 'service_elsewhere') && planned.has(serviceId))
      lost.set(text, [...(lost.get(text) ?? []), serviceId])
  }
  if (texts.size === 0 && lost.size === 0) return null
  const count = texts.size + lost.size
  const list = (
    <Box
      component="ul"
      id={listId}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: '2px 18px',
        listStyle: 'none',
        m: 0,
        p: isPhone ? '2px 12px 6px' : '6px 16px',
        // Under the line that opens them they may not take the plan's place.
        maxHeight: isPhone ? '40vh' : undefined,
        overflowY: isPhone ? 'auto' : undefined,
        typography: isPhone ? 'caption' : 'body2',
        flex: 'none',
        color: token('alarmed'),
        backgroundColor: token('alarmedTint'),
        borderBottom: `1px solid ${token('line')}`,
      }}
    >
      {[...texts].map((text) => (
        <Box component="li" key={text} sx={line}>
          <Box component="span">
            <WarningAmberRounded aria-hidden sx={sign} />
            {text}
          </Box>
        </Box>
      ))}
      {[...lost].map(([text, serviceIds]) => {
        const named = serviceIds.slice(0, mostNamed).map(names.service).join(', ')
        const services = serviceIds.length > mostNamed ? `${named}…` : named
        return (
          <Box component="li" key={text} sx={line}>
            <Box component="span">
              <WarningAmberRounded aria-hidden sx={sign} />
              {t('planning.warning.ofServices', { count: serviceIds.length, services, text })}
            </Box>
            <Button
              size="small"
              aria-label={`${t('planning.warning.show')}: ${services}`}
              onClick={() => onShow(serviceIds)}
            >
              {t('planning.warning.show')}
            </Button>
            {mayEdit && (
              <Button
                size="small"
                aria-label={`${t('planning.warning.takeOut')}: ${services}`}
                onClick={() => actions.takeOut(serviceIds)}
              >
                {t('planning.warning.takeOut')}
              </Button>
            )}
          </Box>
        )
      })}
    </Box>
  )
  if (!isPhone) return list
  const [first = ''] = [...texts, ...lost.keys()]
  return (
    <>
      <ButtonBase
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        onClick={() => setOpen(!isOpen)}
        sx={{
          flex: 'none',
          display: 'flex',
          justifyContent: 'flex-start',
          gap: '6px',
          width: '100%',
          minHeight: 32,
          px: '12px',
          typography: 'caption',
          color: token('alarmed'),
          backgroundColor: token('alarmedTint'),
          borderBottom: isOpen ? undefined : `1px solid ${token('line')}`,
        }}
      >
        <WarningAmberRounded aria-hidden sx={{ fontSize: 16 }} />
        <Box component="span" sx={{ flex: 'none', fontWeight: 700 }}>
          {t('planning.warnings', { count })}
        </Box>
        <Box component="span" aria-hidden sx={{ ...oneLine, flex: 1, textAlign: 'left' }}>
          {!isOpen && first}
        </Box>
        {isOpen ? (
          <ExpandLessRounded aria-hidden fontSize="small" />
        ) : (
          <ExpandMoreRounded aria-hidden fontSize="small" />
        )}
      </ButtonBase>
      {isOpen && list}
    </>
  )
}

const line = { display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', gap: '2px 6px' } as const
const sign = { fontSize: 16, mr: '6px', verticalAlign: 'text-bottom' } as const
