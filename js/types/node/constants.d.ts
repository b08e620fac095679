declare const constants: Record<string, number>;
export default constants;
