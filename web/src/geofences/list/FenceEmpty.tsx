import FenceOutlined from '@mui/icons-material/FenceOutlined'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { useText } from '../../ui/i18n.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { FenceSign } from '../FenceSign.tsx'
import { type FenceTemplate, fenceTemplates, startOf } from '../fence-templates.ts'

/** A fleet without geofences: why there might be some, and three to begin with for those who may create them. */
export function FenceEmpty({ onNew }: { onNew: ((template: FenceTemplate) => void) | undefined }) {
  const { t } = useText()
  return (
    <EmptyState
      icon={<FenceOutlined />}
      title={t('geofences.list.empty')}
      text={t('geofences.list.emptyText')}
      action={
        onNew && (
          <Box sx={{ display: 'grid', gap: '8px', width: 'min(360px, 100%)' }}>
            {fenceTemplates.map((template) => {
              const { kind, fields } = startOf(t, template)
              return (
                <ButtonBase
                  key={template}
                  onClick={() => onNew(template)}
                  sx={{
                    display: 'grid',
                    gridTemplateColumns: '26px minmax(0, 1fr)',
                    columnGap: '12px',
                    alignItems: 'center',
                    p: '10px 14px',
                    textAlign: 'left',
                    borderRadius: '12px',
                    border: `1px solid ${token('lineStrong')}`,
                    '&:hover': { backgroundColor: token('sunken') },
                  }}
                >
                  <FenceSign kind={kind} colour={fields.colour} />
                  <span>
                    <Box component="span" sx={{ display: 'block', typography: 'subtitle2' }}>
                      {fields.name}
                    </Box>
                    <Box
                      component="span"
                      sx={{ display: 'block', typography: 'body2', color: token('textSoft') }}
                    >
                      {t(`geofences.template.${template}Text`)}
                    </Box>
                  </span>
                </ButtonBase>
              )
            })}
          </Box>
        )
      }
    />
  )
}
