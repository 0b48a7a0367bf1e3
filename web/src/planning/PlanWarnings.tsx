import WarningAmberRounded from '@mui/icons-material/WarningAmberRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { servicesOf } from '@rumbo/planning/content'
import { useText } from '../ui/i18n.tsx'
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
 * or has another vehicle by now, to be taken out of the plan.
 */
export function PlanWarnings({ words, onShow }: PlanWarningsProps) {
  const { t } = useText()
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
  return (
    <Box
      component="ul"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: '2px 18px',
        listStyle: 'none',
        m: 0,
        p: { xs: '4px 12px', sm: '6px 16px' },
        typography: { xs: 'caption', sm: 'body2' },
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
}

const line = { display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', gap: '2px 6px' } as const
const sign = { fontSize: 16, mr: '6px', verticalAlign: 'text-bottom' } as const
