export const [[rpc]] = defineRpc('[[kind]].[[area]].[[operation]].v1', {
  summary: '[[operationTitle]]',
  permission: 'account:read',
  request: z.object({}),
  reply: z.object({ id: z.uuid() }),
});
