export default ({ params }) => ({ hello: params.name });
