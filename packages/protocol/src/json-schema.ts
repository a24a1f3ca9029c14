/** The wire and the log as JSON Schema (draft 2020-12), for people who write a client in another language. */
import { z } from 'zod'
import { ClientFrame, ServerFrame } from './frame.ts'
import { RolloutLine } from './rollout-item.ts'
import { SettingsLayer } from './settings.ts'

/** File name without ending → schema. */
export const jsonSchemas = (): Record<string, unknown> => ({
  'client-frame': z.toJSONSchema(ClientFrame, { io: 'input' }),
  'server-frame': z.toJSONSchema(ServerFrame),
  'rollout-line': z.toJSONSchema(RolloutLine),
  settings: z.toJSONSchema(SettingsLayer, { io: 'input' }),
})
