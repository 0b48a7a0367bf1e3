import LockOutlined from '@mui/icons-material/LockOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { CommandType } from '@rumbo/contract/commands.device-command.contract'
import { useId } from 'react'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { type CommandOptions, commandGroups, locksOf } from './commands.rules.ts'

interface CommandButtonsProps {
  options: CommandOptions
  onChoose: (type: CommandType) => void
}

/** The sixteen commands in groups; unavailable ones show the reason below their group. */
export function CommandButtons({ options, onChoose }: CommandButtonsProps) {
  const { t } = useText()
  const id = useId()
  return (
    <Box sx={{ display: 'grid', gap: '14px' }}>
      {commandGroups.map(({ key, types }) => {
        const locks = locksOf(types, options)
        const lockedBy = (type: CommandType) => locks.find((found) => found.types.includes(type))?.lock
        return (
          <Box key={key} component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
            <Box
              component="legend"
              sx={{ p: 0, mb: '6px', typography: 'subtitle2', color: token('textSoft') }}
            >
              {t(`commands.group.${key}`)}
            </Box>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '8px' }}>
              {types.map((type) => {
                const lock = lockedBy(type)
                return (
                  <Button
                    key={type}
                    size="small"
                    variant="outlined"
                    color={type === 'stop_engine' && lock === undefined ? 'error' : 'primary'}
                    aria-disabled={lock === undefined ? undefined : 'true'}
                    aria-describedby={lock === undefined ? undefined : `${id}-${key}-${lock}`}
                    startIcon={lock === undefined ? undefined : <LockOutlined />}
                    onClick={lock === undefined ? () => onChoose(type) : undefined}
                    sx={
                      lock === undefined
                        ? undefined
                        : {
                            '&, &:hover': {
                              backgroundColor: token('sunken'),
                              borderColor: token('line'),
                              color: token('textFaint'),
                              cursor: 'not-allowed',
                            },
                          }
                    }
                  >
                    {t(`commands.type.${type}`)}
                  </Button>
                )
              })}
            </Box>
            {options.hasDevice &&
              locks.map(({ lock, types: locked }) => (
                <Box
                  key={lock}
                  id={`${id}-${key}-${lock}`}
                  sx={{ mt: '4px', typography: 'caption', color: token('textSoft') }}
                >
                  {locked.length < types.length
                    ? t(`commands.lock.some.${lock}`, {
                        commands: locked.map((type) => t(`commands.type.${type}`)).join(', '),
                      })
                    : t(`commands.lock.${lock}`)}
                </Box>
              ))}
          </Box>
        )
      })}
    </Box>
  )
}
